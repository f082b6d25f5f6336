#!/bin/sh
# A tool that prints what it reads.
exec cat

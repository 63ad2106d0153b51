/** Simple values: conversion between lexical forms (XML Schema 1.1 Part 2) and Java objects. */
package dev.weir.bind.value;

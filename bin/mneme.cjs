#!/usr/bin/env -S node --max-semi-space-size=4
"use strict";

// What `mneme` runs first: old versions of Node.js can parse this file, and not what it starts.
var required = parseInt(require("../package.json").engines.node.replace(/\D+/, ""), 10);
var current = parseInt(process.versions.node, 10);

if (current < required) {
  process.stderr.write(
    "mneme: Node.js " + required + " or newer is needed, and " + process.execPath + " is " + process.version + "\n",
  );
  process.exitCode = 1;
} else {
  import("../dist/src/main.js");
}

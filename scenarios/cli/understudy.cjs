#!/usr/bin/env node
// This file uses only old syntax, so that an old version of Node can print the error message below.
'use strict';

var NEEDED = [22, 18];

function isNewEnough(version) {
  var parts = version.split('.');
  var major = Number(parts[0]);
  var minor = Number(parts[1]);
  return major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1]);
}

/** Node stores compiled code in the folder for temporary files, so that the next start is faster. Deno has its own cache. */
function keepCompiledCode(nodeModule) {
  if (nodeModule.enableCompileCache) nodeModule.enableCompileCache();
}

function fail(line) {
  console.error(line);
  process.exitCode = 1;
}

if (isNewEnough(process.versions.node)) {
  keepCompiledCode(require('node:module'));
  import('./main.ts')
    .then(function (cli) {
      return cli.main(process.argv.slice(2));
    })
    .catch(function (error) {
      fail('understudy: ' + ((error && error.stack) || error));
      process.exit(); // an open port would keep the process alive
    });
} else {
  fail(
    'understudy needs Node ' +
      NEEDED.join('.') +
      ' or newer, but this is Node ' +
      process.versions.node +
      '; install a newer version from https://nodejs.org, or in a clone run `npm ci` and then `npm start`.',
  );
}

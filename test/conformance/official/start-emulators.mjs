// jest's globalSetup for the specs that run against Google's emulators: starts one of each.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { findOfficialEmulators } from './find-emulators.ts';

const START_MS = 60_000;

export default async function startEmulators() {
  const emulators = findOfficialEmulators(process.env);
  const children = await Promise.all(emulators.map(start));
  const end = () => children.forEach((child) => child.kill('SIGKILL'));
  process.once('exit', end);
  globalThis.endOfficialEmulators = end;
}

async function start({ name, arguments: before }) {
  const port = await freePort();
  const address = `127.0.0.1:${port}`;
  const args = ['-Duser.language=en', ...before, '--host=127.0.0.1', `--port=${port}`];
  const child = spawn('java', args, { stdio: 'ignore' });
  const end = Date.now() + START_MS;
  while (!(await answers(address))) {
    if (child.exitCode !== null || Date.now() > end) {
      child.kill('SIGKILL');
      throw new Error(`Google's ${name} emulator did not start: java ${args.join(' ')}`);
    }
    await pause(100);
  }
  // The workers of jest inherit the environment.
  process.env[`CONFORMANCE_${name.toUpperCase()}`] = address;
  return child;
}

async function answers(address) {
  try {
    return (await fetch(`http://${address}/`)).status > 0;
  } catch {
    return false;
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

// npm run serve NAME: runs one service as a process of its own, against the hosts that the environment names.
const services = ['ingress', 'planner', 'searcher', 'writer', 'publisher', 'notifier'];
const [name, ...rest] = process.argv.slice(2);

if (name === '--help' || name === '-h') {
  console.log(`Usage: npm run serve NAME   (${services.join(', ')})`);
  console.log('Settings come from the environment and .env; see .env.example.');
} else if (rest.length > 0 || !services.includes(name)) {
  console.error(`Usage: npm run serve NAME   (${services.join(', ')})`);
  process.exit(2);
} else {
  await import(`../apps/${name}/src/main.ts`);
}

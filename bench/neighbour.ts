/** Keeps one core busy and asks the service for nothing: what any program beside it costs, whatever it does. */
process.on('SIGTERM', () => process.exit(0))
for (;;) {
  const until = performance.now() + 50
  while (performance.now() < until);
  // Signals are heard between two slices.
  await new Promise(setImmediate)
}

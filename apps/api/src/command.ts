import './drizzle-modules.ts'

// A dynamic import, for the reason given in `main.ts`.
const { messageOf, parseArguments, usage } = await import('./commands.ts')

const parsed = parseArguments(process.argv.slice(2))
if (!parsed) {
  process.stderr.write(`${usage}\n`)
  process.exit(1)
}
// pnpm runs scripts in the folder of their package, but paths and `DATA_DIR` are relative to where the command was typed.
if (process.env.INIT_CWD) process.chdir(process.env.INIT_CWD)
// The program that read the output has ended. Scripts report that themselves, so only the exit code is set.
process.stdout.on('error', () => {
  process.exitCode = 1
})
try {
  const output = await parsed.command.run(parsed.names, parsed.hasOption)
  if (output !== undefined) process.stdout.write(`${output}\n`)
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`)
  process.exitCode = 1
}

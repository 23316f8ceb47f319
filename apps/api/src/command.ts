import './drizzle-modules.ts'

// Dynamically, as in `main.ts`.
const { messageOf, parseArguments, usage } = await import('./commands.ts')

const parsed = parseArguments(process.argv.slice(2))
if (!parsed) {
  process.stderr.write(`${usage}\n`)
  process.exit(1)
}
// pnpm runs scripts in the folder of their package; files and `DATA_DIR` are meant from where the command was typed.
if (process.env.INIT_CWD) process.chdir(process.env.INIT_CWD)
// Whoever read the output has gone: of a script, with a message of its own.
process.stdout.on('error', () => {
  process.exitCode = 1
})
try {
  const said = await parsed.command.run(parsed.names, parsed.hasOption)
  if (said !== undefined) process.stdout.write(`${said}\n`)
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`)
  process.exitCode = 1
}

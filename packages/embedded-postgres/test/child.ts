import { startEmbedded } from '../src/start-embedded.ts'

// Starts the database on the folder in the first argument, prints how to connect, and stops it at the end of input.
const [dataDir = ''] = process.argv.slice(2)
const database = await startEmbedded({ dataDir, durable: false, log: () => {} })
process.stdout.write(`${JSON.stringify({ owner: database.owner })}\n`)
process.stdin.resume()
process.stdin.once('end', () => database.stop())

import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'
import { chosenPictures } from './chosen.ts'
import { openDistrict, startDistrict } from './district.ts'
import { screens } from './screens.ts'
import { compose, contactSheet, type Entry, fileOf } from './sheet.ts'
import { type State, states } from './states.ts'
import { take } from './take.ts'

const usage = `usage: npx pnpm gallery [--web <address>] [--only <words>] [--scale <0.01 to 1>] [--language de] [--quick] [--docs]
  --web    the page of a running district (npm start, npm run demo); without it one is started and filled
  --only   takes only pictures whose names contain the words
  --scale  size of the demo district (0.1)
  --language  language of the browser (en-GB)
  --quick  skips axe
  --docs   takes only the pictures of docs/screens.md, and saves them there, too`

const folder = fileURLToPath(new URL('../../../.gallery/', import.meta.url))
const documents = fileURLToPath(new URL('../../../docs/pictures/', import.meta.url))

const { values } = parseArgs({
  options: {
    web: { type: 'string' },
    only: { type: 'string', default: '' },
    scale: { type: 'string', default: '0.1' },
    language: { type: 'string', default: 'en-GB' },
    quick: { type: 'boolean', default: false },
    docs: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  process.stdout.write(`${usage}\n`)
} else {
  const stack = values.web === undefined ? await startDistrict('--scale', values.scale) : undefined
  try {
    process.exitCode = await photograph(stack?.web ?? values.web ?? '')
  } finally {
    await stack?.stop()
  }
}

/** Takes all pictures, prints the defects of the screens, and returns the exit code: 1 if any screen has a defect. */
async function photograph(web: string): Promise<number> {
  const district = await openDistrict(web.replace(/\/$/, ''))
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--force-color-profile=srgb'],
  })
  const entries: Entry[] = []
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  try {
    for (const state of wanted()) {
      if (state.as === 'operator' && !district.tokens.operator) continue
      const { name, looks, defects } = await take(browser, district, state, values.language, values.quick)
      await writeFile(join(folder, fileOf(name)), await compose(browser, looks))
      for (const { file, look } of values.docs ? chosenPictures.filter((one) => one.of === name) : [])
        await writeFile(join(documents, `${file}.png`), looks[look])
      entries.push({ name, defects })
      process.stdout.write(`${name}\n${defects.map((defect) => `  ${defect}\n`).join('')}`)
    }
  } finally {
    await browser.close()
  }
  await writeFile(join(folder, 'index.html'), contactSheet(entries))
  const withDefects = entries.filter(({ defects }) => defects.length > 0)
  process.stdout.write(
    `\n${entries.length} pictures, ${withDefects.length} of them with defects: ${folder}index.html\n`,
  )
  return withDefects.length > 0 ? 1 : 0
}

function wanted(): readonly State[] {
  const all = [...screens.map((at): State => ({ name: at, at, ...viewerOf(at) })), ...states]
  const isWanted = values.docs
    ? (picture: string) => chosenPictures.some(({ of }) => of === picture)
    : (picture: string) => picture.toLowerCase().includes(values.only.toLowerCase())
  return all.filter(({ name }) => isWanted(name))
}

/**
 * The pages before the sign-in redirect a signed-in user, so they are opened by nobody. On `/dashboard/issues` the request for
 * the selected project answers 404, because none is selected.
 */
function viewerOf(at: string): Pick<State, 'as' | 'answers'> {
  if (at === '/dashboard/issues') return { answers: [404] }
  if (at.startsWith('/operator')) return { as: 'operator' }
  return /^\/(t|dashboard)\b/.test(at) ? {} : { as: 'nobody' }
}

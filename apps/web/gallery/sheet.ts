import type { Browser } from 'playwright-core'
import { type Look, looks } from './take.ts'

/** A picture of the contact sheet. */
export interface Entry {
  readonly name: string
  readonly defects: readonly string[]
}

/** The name of the file of a picture. */
export const fileOf = (name: string) => `${name.replace(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '')}.png`

/** Puts the four looks of a state on one picture: light above dark, desktop beside phone. */
export async function compose(browser: Browser, pictures: Readonly<Record<Look, Buffer>>): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 1710, height: 1640 } })
  try {
    const images = looks.map(
      (look) => `<img src="data:image/png;base64,${pictures[look].toString('base64')}">`,
    )
    await page.setContent(
      `<style>body{background:#8a8f98;margin:12px;display:grid;gap:12px;grid-template-columns:1280px 390px}img{display:block}</style>${images.join('')}`,
    )
    return await page.screenshot()
  } finally {
    await page.close()
  }
}

/** An HTML page with all pictures and the defects of each. */
export const contactSheet = (entries: readonly Entry[]): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Gallery</title>
<style>
  body { background: #f4f5f7; color: #16181d; font: 14px/1.4 system-ui, sans-serif; margin: 24px }
  main { display: grid; gap: 24px; grid-template-columns: repeat(auto-fill, minmax(28rem, 1fr)) }
  figure { margin: 0 } img { border: 1px solid #ccd; width: 100% } li { color: #a11 }
</style>
<h1>${entries.length} pictures</h1>
<main>${entries.map(figure).join('')}</main></html>
`

const figure = ({ name, defects }: Entry) =>
  `<figure><a href="${fileOf(name)}"><img src="${fileOf(name)}" alt="" loading="lazy"></a><figcaption>${escaped(name)}<ul>${defects
    .map((defect) => `<li>${escaped(defect)}</li>`)
    .join('')}</ul></figcaption></figure>`

const escaped = (text: string) => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)

import { describe, expect, it } from 'vitest'
import { FOREIGN, strings } from './hostile-texts.ts'
import { settled } from './settled.ts'
import { makeIssue, stage, violationsOf } from './work-stage.ts'

const hostileMarkdown = [
  '[x](javascript:hit())',
  '[x](JaVaScRiPt:hit())',
  '[x](&#106;avascript:hit())',
  '[x](java&Tab;script:hit())',
  '[x](\u0001javascript:hit())',
  '[x](data:text/html;base64,PHNjcmlwdD5oaXQoKTwvc2NyaXB0Pg==)',
  '[x](vbscript:hit())',
  '[x](//evil.example/x)',
  '[x](/\\evil.example/x)',
  '<javascript:hit()>',
  '![x](https://evil.example/x.png)',
  '![x](https://evil.example/x.png"onerror="hit())',
  '[x](https://evil.example/x "t\\" onmouseover=\\"hit()")',
  '[r]\n\n[r]: javascript:hit()',
  '| a |\n|---|\n| <img src=x onerror=hit()> |',
  '```"><script>hit()</script>\nx\n```',
  '<div style="background: url(https://evil.example/x)">x</div>',
  '<form action="https://evil.example"><button>x</button></form>',
  '- <input autofocus onfocus=hit()>',
  '# <svg onload=hit()>',
  'x@evil.example"onclick=hit()',
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0; url=https://evil.example">',
]

describe('a text in Markdown', () => {
  it('that is hostile runs nothing, asks nobody, and links to pages alone', async () => {
    const scene = await stage()
    const { page, home } = scene
    const hits: string[] = []
    const foreign: string[] = []
    await page.exposeFunction('hit', () => hits.push(page.url()))
    page.on('request', (request) => request.url().includes('evil') && foreign.push(request.url()))
    const texts = [...hostileMarkdown, ...strings]
    const issue = await makeIssue(scene, { description: texts.join('\n\n') })
    await page.goto(`${home}/issues/${issue.key}`)
    const shown = page.getByRole('region', { name: 'Description' })
    await shown.locator('.markdown > p').first().waitFor()
    await settled(page)
    expect(await page.locator(FOREIGN).count()).toBe(0)
    expect(await shown.locator('input, form, button, base, meta, [style], [title], [onclick]').count()).toBe(
      0,
    )
    expect(await shown.getByText('<script>hit()</script>').count()).toBeGreaterThan(0)
    const links = await shown.locator('a').evaluateAll((all) =>
      all.map((link) => ({
        to: link.getAttribute('href'),
        protocol: link instanceof HTMLAnchorElement ? link.protocol : '',
        host: link instanceof HTMLAnchorElement ? link.host : '',
        rel: link.getAttribute('rel'),
      })),
    )
    expect(links.length).toBeGreaterThan(5)
    for (const { to, protocol, rel } of links) {
      expect(rel).toBe('noreferrer nofollow')
      if (to !== null) expect(['http:', 'https:', 'mailto:']).toContain(protocol)
    }
    // A link that begins with a slash stays on this host.
    const inside = links.filter(({ to }) => to?.startsWith('/'))
    expect(inside.filter(({ host }) => host !== new URL(page.url()).host)).toEqual([])
    for (const link of await shown.locator('a').all()) await link.dispatchEvent('mouseover')
    expect({ hits, foreign }).toEqual({ hits: [], foreign: [] })
  })

  it('is seen before it is sent, and has its marks and links afterwards', async () => {
    const scene = await stage()
    const { page, home } = scene
    const issue = await makeIssue(scene, {
      description: 'See **page 2** of\n\n1. the manual\n2. <b>the label</b>',
    })
    await page.goto(`${home}/issues/${issue.key}`)
    const description = page.getByRole('region', { name: 'Description' })
    await description.locator('strong', { hasText: 'page 2' }).waitFor()
    expect(await description.getByRole('listitem').allTextContents()).toEqual([
      'the manual',
      '<b>the label</b>',
    ])
    const form = page.getByRole('form', { name: 'New comment' })
    await form
      .getByLabel('Comment')
      .fill('# Done\n@kim see [the manual](https://example.org/manual) and `reset`')
    await form.getByRole('button', { name: 'Preview of Comment' }).click()
    const preview = form.getByRole('region', { name: 'Preview of Comment' })
    await preview.getByRole('heading', { name: 'Done', level: 3 }).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await form.getByRole('button', { name: 'Comment', exact: true }).click()
    const comments = page.getByRole('region', { name: 'Comments' })
    await comments.getByRole('listitem').getByText('@kim see').waitFor()
    const link = comments.getByRole('listitem').getByRole('link', { name: 'the manual' })
    expect(await link.getAttribute('rel')).toBe('noreferrer nofollow')
    expect(await link.getAttribute('target')).toBe('_blank')
    // The field is empty again and can be typed into.
    await expect.poll(() => form.getByRole('textbox').inputValue()).toBe('')
    expect(await violationsOf(page)).toEqual([])
  })
})

import { it } from 'vitest'
import { newPage } from './browser.ts'
it('catches', async () => {
  const page = await newPage()
  await page.goto('/signin')
  await page.evaluate(() => { const s = document.createElement('style'); s.textContent = 'b{}'; document.head.append(s); try { document.body.innerHTML = '<b>x</b>' } catch {} })
  await page.waitForTimeout(300)
})

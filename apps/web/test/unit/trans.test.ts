import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Trans } from '../../src/ui/trans.tsx'
import { Greeting } from './greeting.tsx'

i18n.loadAndActivate({ locale: 'en', messages: {} })

const shown = (text: ReactElement) => renderToStaticMarkup(createElement(I18nProvider, { i18n }, text))

it.each([
  ['<b>Kim</b>', '&lt;b&gt;Kim&lt;/b&gt;'],
  ['<0>Kim</0>', '&lt;0&gt;Kim&lt;/0&gt;'],
  ['Kim <0/>', 'Kim &lt;0/&gt;'],
  ['Kim & Lee', 'Kim &amp; Lee'],
])('a value %s is shown as it is, and is not read as an element', (who, expected) => {
  const text = createElement(Trans, {
    id: '<0>{who}</0> wrote to {who}, {times} times',
    values: { who, times: 2 },
    components: { 0: createElement('strong') },
  })
  expect(shown(text)).toBe(`<strong>${expected}</strong> wrote to ${expected}, 2 times`)
})

it('a text that a screen writes is shown so', () => {
  const name = '&lt;b&gt;Kim&lt;/b&gt;'
  expect(shown(createElement(Greeting, { who: '<b>Kim</b>' }))).toBe(`<em>${name}</em> greets ${name}`)
})

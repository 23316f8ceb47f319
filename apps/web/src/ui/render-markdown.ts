import createPurifier from 'dompurify'
import { Marked } from 'marked'

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** The highest level of a heading in a text. The page itself uses the levels above. */
const FIRST_HEADING = 3
const LAST_HEADING = 6

const marked = new Marked({
  gfm: true,
  breaks: true,
  renderer: {
    // HTML in a text is shown as it was written.
    html: ({ text }) => escaped(text),
    heading({ tokens, depth }) {
      const level = Math.min(depth - 1 + FIRST_HEADING, LAST_HEADING)
      return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>`
    },
    // A link instead of the picture: loading it would reveal to another server who reads the text.
    image: ({ href, text }) => `<a href="${escaped(href)}">${escaped(text || href)}</a>`,
    checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
  },
})

const purifier = createPurifier(window)
purifier.addHook('afterSanitizeAttributes', (element) => {
  if (element.localName === 'a') {
    const isOurs = element.getAttribute('href')?.startsWith('/') ?? false
    element.setAttribute('rel', 'noreferrer nofollow')
    if (!isOurs) element.setAttribute('target', '_blank')
  }
  // Elements that scroll must be reachable by keyboard.
  if (element.localName === 'pre' || element.localName === 'table') element.setAttribute('tabindex', '0')
})

const words = ['a', 'br', 'code', 'del', 'em', 'strong']
const blocks = ['blockquote', 'h3', 'h4', 'h5', 'h6', 'hr', 'li', 'ol', 'p', 'pre', 'ul']
const tables = ['table', 'tbody', 'td', 'th', 'thead', 'tr']

/**
 * Renders Markdown to elements: only those in the lists above, and only links to web pages, to mail addresses and within this
 * site.
 */
export function renderMarkdown(text: string): DocumentFragment {
  return purifier.sanitize(marked.parse(text, { async: false }), {
    ALLOWED_TAGS: [...words, ...blocks, ...tables],
    ALLOWED_ATTR: ['href', 'start', 'align'],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    ALLOWED_URI_REGEXP: /^(?:https?:\/\/|mailto:|\/(?![/\\]))/i,
    RETURN_DOM_FRAGMENT: true,
  })
}

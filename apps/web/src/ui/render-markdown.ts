import createPurifier from 'dompurify'
import { Marked } from 'marked'

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** The page has headings of its own above those of a text. */
const FIRST_HEADING = 3
const LAST_HEADING = 6

const marked = new Marked({
  gfm: true,
  breaks: true,
  renderer: {
    // What somebody wrote as HTML is shown as they wrote it.
    html: ({ text }) => escaped(text),
    heading({ tokens, depth }) {
      const level = Math.min(depth - 1 + FIRST_HEADING, LAST_HEADING)
      return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>`
    },
    // A picture of elsewhere would tell that place who reads the text.
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
  // What can be scrolled is reached by keyboard.
  if (element.localName === 'pre' || element.localName === 'table') element.setAttribute('tabindex', '0')
})

const words = ['a', 'br', 'code', 'del', 'em', 'strong']
const blocks = ['blockquote', 'h3', 'h4', 'h5', 'h6', 'hr', 'li', 'ol', 'p', 'pre', 'ul']
const tables = ['table', 'tbody', 'td', 'th', 'thead', 'tr']

/** A text in Markdown as elements: those of the lists above, and links to pages and addresses of mail alone. */
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

import type { Plugin } from 'vite'

/** Code of react-aria that our content security policy forbids, and its replacement. */
interface Replacement {
  readonly file: RegExp
  readonly text: string
  readonly instead: string
}

/**
 * react-aria writes `innerHTML` and inserts `<style>` elements. Both are blocked: by trusted types and by `style-src 'self'`. The
 * styles that it would insert are in `styles/app/shell.css`.
 */
const replacements: readonly Replacement[] = [
  {
    file: /dist[/\\]private[/\\]live-announcer[/\\]LiveAnnouncer\.m?js$/,
    text: "this.assertiveLog.innerHTML = ''",
    instead: 'this.assertiveLog.replaceChildren()',
  },
  {
    file: /dist[/\\]private[/\\]live-announcer[/\\]LiveAnnouncer\.m?js$/,
    text: "this.politeLog.innerHTML = ''",
    instead: 'this.politeLog.replaceChildren()',
  },
  {
    file: /dist[/\\]private[/\\]interactions[/\\]usePress\.m?js$/,
    text: 'ownerDocument.head.prepend(style);',
    instead: '',
  },
  {
    file: /dist[/\\]private[/\\]overlays[/\\]usePreventScroll\.m?js$/,
    text: 'document.head.prepend(style);',
    instead: '',
  },
]

/** Replaces this code, and fails the build when a release of the library has changed it. */
export function reactAriaUnderPolicy(): Plugin {
  return {
    name: 'commonhold:react-aria-under-policy',
    enforce: 'pre',
    transform(code, id) {
      const own = replacements.filter(({ file }) => file.test(id) && id.includes('react-aria'))
      if (own.length === 0) return undefined
      for (const { text } of own)
        if (!code.includes(text))
          this.error(`${id} no longer has \`${text}\`: see vite/react-aria-under-policy.ts.`)
      return own.reduce((changed, { text, instead }) => changed.replace(text, instead), code)
    },
  }
}

import { html, raw } from 'hono/html'

/** The content of a mail, from which its plain text and its HTML are made. */
export interface Letter {
  readonly subject: string
  readonly paragraphs: readonly string[]
  /** Text that a user wrote; it is shown as a quotation. */
  readonly quote?: string | undefined
  readonly action?: { readonly label: string; readonly url: string }
  /** Paragraphs in small print below the action. */
  readonly notes: readonly string[]
  /** The URL where recipients choose which mails they get; undefined for mails that cannot be switched off. */
  readonly unsubscribe?: string
  /** The language of the texts (BCP 47). */
  readonly language: string
}

/** The mail as plain text. */
export function plainText({ paragraphs, quote, action, notes }: Letter): string {
  const quoted = quote?.split('\n').map((line) => `> ${line}`)
  return [
    ...paragraphs,
    ...(quoted ? [quoted.join('\n')] : []),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...notes,
  ].join('\n\n')
}

const page = 'margin:0;padding:24px;background:#f4f4f5;font:16px/1.5 system-ui,sans-serif;color:#18181b'
const sheet = 'max-width:560px;margin:0 auto;padding:32px;background:#ffffff;border-radius:8px'
const button =
  'display:inline-block;padding:12px 20px;background:#1d4ed8;color:#ffffff;border-radius:6px;text-decoration:none'
const quotation =
  'margin:16px 0;padding:0 16px;border-left:3px solid #d4d4d8;white-space:pre-line;overflow-wrap:anywhere'

/** The mail as HTML. `html` escapes every value. */
export function htmlText({ subject, paragraphs, quote, action, notes, language }: Letter): string {
  const part = (style: string) => (text: string) => html`<p style="${style}">${text}</p>`
  return html`${raw('<!doctype html>')}
<html lang="${language}">
<head><meta charset="utf-8"><title>${subject}</title></head>
<body style="${page}">
<div style="${sheet}">
${paragraphs.map(part('margin:0 0 16px'))}
${quote === undefined ? '' : html`<blockquote style="${quotation}">${quote}</blockquote>`}
${action ? html`<p style="margin:24px 0"><a href="${action.url}" style="${button}">${action.label}</a></p><p style="margin:0 0 16px;font-size:14px;overflow-wrap:anywhere">${action.url}</p>` : ''}
${notes.map(part('margin:0 0 8px;font-size:14px;color:#52525b'))}
</div>
</body>
</html>`.toString()
}

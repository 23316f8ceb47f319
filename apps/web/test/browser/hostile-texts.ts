const payloads = [
  'CALL',
  '<script>CALL</script>',
  '</title><script>CALL</script>',
  '<img src=x onerror=CALL>',
  '"><img src=x onerror=CALL>',
  "'><svg/onload=CALL>",
  '<svg><script>CALL</script></svg>',
  '<iframe src="javascript:CALL"></iframe>',
  '<iframe srcdoc="<script>parent.CALL</script>"></iframe>',
  '<a href="javascript:CALL" id=x autofocus onfocus=CALL>x</a>',
  'javascript:CALL',
  'JaVaScRiPt:CALL//',
  'java\tscript:CALL',
  'data:text/html,<script>CALL</script>',
  '<body onload=CALL>',
  '<details open ontoggle=CALL>x</details>',
  '<style>@import "javascript:CALL"</style>',
  '<math><mtext><table><mglyph><style><img src=x onerror=CALL>',
  '<noscript><p title="</noscript><img src=x onerror=CALL>">',
  '\u0024{CALL}',
  '{{constructor.constructor("CALL")()}}',
  '__proto__',
  '{"__html":"<img src=x onerror=CALL>"}',
  '&lt;img src=x onerror=CALL&gt;',
  '\u202e<img src=x onerror=CALL>\u202c',
]
/** Texts around a payload. */
export const wraps: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toUpperCase().replaceAll('HIT', 'hit'),
  (text) => `"${text}`,
  (text) => `'${text}//`,
  (text) => `-->${text}<!--`,
  (text) => `</script>${text}`,
  (text) => `/${text}`,
  (text) => `ada@example.org${text}`,
]

/** Texts that run a script if they are interpreted as code or HTML. */
export const strings = payloads.flatMap((payload) =>
  wraps.map((wrap) => wrap(payload.replaceAll('CALL', 'hit()'))),
)

/** Elements that the pages themselves never render in their content. */
export const FOREIGN =
  'main :is(script, img, iframe, style, body, math, noscript, svg script, [onerror], [onload], [onfocus], [ontoggle], [href^="javascript" i])'

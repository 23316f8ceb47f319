import { encode } from 'uqr'

/** The width of the light border that QR readers need, in modules. */
const QUIET_ZONE = 4

/** The SVG path of the dark modules: one rectangle for each run of dark modules in a row. */
function outlineOf(rows: readonly (readonly boolean[])[]): string {
  let outline = ''
  rows.forEach((row, y) => {
    let x = 0
    while (x < row.length) {
      const start = x
      while (row[x]) x += 1
      if (x > start) outline += `M${start} ${y}h${x - start}v1h${start - x}z`
      x += 1
    }
  })
  return outline
}

/** A QR code as an image. `label` is its accessible name. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE })
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={outlineOf(data)} />
    </svg>
  )
}

import { encode } from 'uqr'

const WIDTH = 640
const HEIGHT = 480
const SCALE = 8
const WHITE = 235
const BLACK = 16

/** A video (YUV4MPEG2) of a motionless QR code, which Chromium can use as its camera. */
export function codeVideo(text: string): Buffer {
  const { data, size } = encode(text, { border: 4 })
  const [left, top] = [(WIDTH - size * SCALE) >> 1, (HEIGHT - size * SCALE) >> 1]
  const luma = Buffer.alloc(WIDTH * HEIGHT, WHITE)
  for (const [row, cells] of data.entries())
    for (const [column, isDark] of cells.entries())
      for (let line = 0; isDark && line < SCALE; line += 1) {
        const start = (top + row * SCALE + line) * WIDTH + left + column * SCALE
        luma.fill(BLACK, start, start + SCALE)
      }
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, Buffer.alloc((WIDTH * HEIGHT) / 2, 128)])
  return Buffer.concat([Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`), frame, frame])
}

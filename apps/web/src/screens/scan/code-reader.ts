import { BarcodeDetector, type BarcodeFormat, prepareZXingModule } from 'barcode-detector/ponyfill'
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'

/** The code formats that labels have. */
const formats: BarcodeFormat[] = [
  'qr_code',
  'data_matrix',
  'code_128',
  'code_39',
  'ean_13',
  'ean_8',
  'upc_a',
  'itf',
]

const PAUSE_MS = 150
/** A code is reported again only after this many frames without it. */
const AWAY = 10

/** Loads the reader of codes. Its WebAssembly module comes from the page's own origin. */
export async function openReader(): Promise<BarcodeDetector> {
  await prepareZXingModule({ overrides: { locateFile: () => wasm }, fireImmediately: true })
  return new BarcodeDetector({ formats })
}

/** Reads codes from a video until the signal aborts. A code is reported once while it stays in view. */
export async function readCodes(
  reader: BarcodeDetector,
  video: HTMLVideoElement,
  onCode: (code: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const seen = new Map<string, number>()
  for (let picture = 0; !signal.aborted; picture += 1) {
    if (video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA)
      for (const { rawValue } of await reader.detect(video)) {
        const isNew = picture - (seen.get(rawValue) ?? Number.NEGATIVE_INFINITY) > AWAY
        seen.set(rawValue, picture)
        if (isNew && !signal.aborted) onCode(rawValue)
      }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}

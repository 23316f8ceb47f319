import { BarcodeDetector, type BarcodeFormat, prepareZXingModule } from 'barcode-detector/ponyfill'
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'

/** What labels are printed with. */
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
/** A code counts again only after as many pictures without it. */
const AWAY = 10

/** Loads what reads codes, from our own address. */
export async function openReader(): Promise<BarcodeDetector> {
  await prepareZXingModule({ overrides: { locateFile: () => wasm }, fireImmediately: true })
  return new BarcodeDetector({ formats })
}

/** Reads codes from a picture that moves until it is stopped; each code once while it is in sight. */
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

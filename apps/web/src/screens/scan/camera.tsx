import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { Notice } from '../../ui/notice.tsx'
import { openReader, readCodes } from './code-reader.ts'

interface CameraProps {
  readonly onCode: (code: string) => void
}

/** Reads codes with the camera, or explains why it cannot. */
export function Camera({ onCode }: CameraProps) {
  const [error, setError] = useState<unknown>()
  const [tries, setTries] = useState(0)
  if (error === undefined) return <Finder key={tries} onCode={onCode} onError={setError} />
  return (
    <div role="alert">
      <Notice tone="problem">
        <CameraError error={error} />{' '}
        <button
          type="button"
          className="link"
          onClick={() => {
            setError(undefined)
            setTries(tries + 1)
          }}
        >
          <Trans>Try again</Trans>
        </button>
      </Notice>
    </div>
  )
}

interface FinderProps extends CameraProps {
  readonly onError: (error: unknown) => void
}

/** The live picture of the camera. */
function Finder({ onCode, onError }: FinderProps) {
  const { t } = useLingui()
  const video = useRef<HTMLVideoElement>(null)
  const handle = useRef({ onCode, onError })
  handle.current = { onCode, onError }
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    const stopped = new AbortController()
    const { signal } = stopped
    const begin = async () => {
      const shown = video.current
      if (!shown) return
      shown.srcObject = await openCamera(signal)
      const [reader] = await Promise.all([openReader(), shown.play()])
      setReady(true)
      await readCodes(reader, shown, (code) => handle.current.onCode(code), signal)
    }
    begin().catch((error: unknown) => signal.aborted || handle.current.onError(error))
    return () => stopped.abort()
  }, [])
  return (
    <div className="camera">
      <video ref={video} muted playsInline aria-label={t`What the camera sees`} />
      <p role="status">
        {isReady ? (
          <Trans>Hold a code in front of the camera.</Trans>
        ) : (
          <Trans>The camera is starting.</Trans>
        )}
      </p>
    </div>
  )
}

/** Opens the camera, preferably the one at the back. It stops when the signal aborts, even if it is still opening. */
async function openCamera(signal: AbortSignal): Promise<MediaStream> {
  if (!navigator.mediaDevices) throw new DOMException('', 'SecurityError')
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: 'environment', width: { ideal: 1280 } },
  })
  const letGo = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  if (signal.aborted) letGo()
  signal.addEventListener('abort', letGo)
  return stream
}

/** The message for an error of the camera, and what the user can do about it. */
function CameraError({ error }: { readonly error: unknown }) {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError')
    return (
      <Trans>
        The camera is blocked. Allow it for this page in your browser, or use a scanner or the keyboard.
      </Trans>
    )
  if (name === 'NotFoundError' || name === 'OverconstrainedError')
    return <Trans>No camera was found. Connect one, or use a scanner or the keyboard.</Trans>
  if (name === 'NotReadableError' || name === 'AbortError')
    return <Trans>The camera does not answer. Close other programs that use it.</Trans>
  if (name === 'SecurityError')
    return <Trans>Browsers allow the camera only on https pages. Ask the operator of this service.</Trans>
  return <Trans>Codes cannot be read at the moment. Check your connection.</Trans>
}

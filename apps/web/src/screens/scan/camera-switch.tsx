import { Trans } from '@lingui/react/macro'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Camera as CameraIcon } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { CAMERA, loadWithCamera, mayUseCamera } from './camera-page.ts'

const Camera = lazy(() => import('./camera.tsx').then((module) => ({ default: module.Camera })))

/** The button that opens and closes the camera. The address contains the state, so that other scan screens keep it. */
export function CameraSwitch({ onCode }: { readonly onCode: (code: string) => void }) {
  const navigate = useNavigate()
  const wanted = useSearch({
    strict: false,
    select: (search: Record<string, unknown>) => search[CAMERA] === 'on',
  })
  const isOn = wanted && mayUseCamera()
  const turn = (on: boolean) => {
    if (on && !mayUseCamera()) loadWithCamera()
    else void navigate({ to: '.', replace: true, search: on ? { [CAMERA]: 'on' } : {} })
  }
  return (
    <div className="camera-switch">
      <button type="button" className="button outlined small" aria-pressed={isOn} onClick={() => turn(!isOn)}>
        <CameraIcon aria-hidden="true" />
        {isOn ? <Trans>Close the camera</Trans> : <Trans>Use the camera</Trans>}
      </button>
      {isOn && (
        <Suspense fallback={<SkeletonLines />}>
          <Camera onCode={onCode} />
        </Suspense>
      )}
    </div>
  )
}

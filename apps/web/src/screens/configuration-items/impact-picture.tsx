import type { ConfigurationItem, ImpactedItem } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { BOX, layOut } from './impact-layout.ts'

interface ImpactPictureProps {
  readonly item: ConfigurationItem
  readonly impacted: readonly ImpactedItem[]
}

const LONGEST = 22

/** An impact as a picture. It is hidden from assistive technology, which reads the list below it instead. */
export function ImpactPicture({ item, impacted }: ImpactPictureProps) {
  const { t } = useLingui()
  const { width, height, boxes, lines } = useMemo(() => layOut(item, impacted), [item, impacted])
  return (
    // A picture larger than the screen scrolls inside this section, so the keyboard must be able to focus it.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable region
    <section className="impact-picture" aria-label={t`Impact as a picture`} tabIndex={0}>
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        <defs>
          <marker
            id="impact-arrow"
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="7"
            markerHeight="7"
            orient="auto"
          >
            <path d="M0 0.5L7 4L0 7.5z" />
          </marker>
        </defs>
        {lines.map(({ id, path }) => (
          <path key={id} className="impact-line" d={path} markerEnd="url(#impact-arrow)" />
        ))}
        {boxes.map(({ id, name, x, y, weight, isStart }) => (
          <g
            key={id}
            className={isStart ? 'impact-box start' : weight >= 8 ? 'impact-box strong' : 'impact-box'}
          >
            <title>{name}</title>
            <rect x={x - BOX.width / 2} y={y - BOX.height / 2} width={BOX.width} height={BOX.height} rx="8" />
            <text x={x} y={y}>
              {name.length > LONGEST ? `${name.slice(0, LONGEST - 1)}…` : name}
            </text>
          </g>
        ))}
      </svg>
    </section>
  )
}

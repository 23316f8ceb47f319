import type { IssueStatus, IssueWorkflowStatus, IssueWorkflowTransition } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { drawingOf, nodeSize } from './graph-layout.ts'

interface WorkflowGraphProps {
  readonly label: string
  readonly steps: readonly IssueWorkflowStatus[]
  readonly transitions: readonly IssueWorkflowTransition[]
  readonly statuses: readonly IssueStatus[]
  /** The transition that is being changed. */
  readonly chosen: string | undefined
  /** Called with the id of a clicked transition. Keyboard users choose a transition in the list below the graph. */
  readonly onChoose?: (id: string) => void
}

/** The graph shrinks to the width of the screen. If its texts became too small to read, it scrolls instead. */
const LEAST_SCALE = 0.75

const short = (text: string, length: number) =>
  text.length > length ? `${text.slice(0, length - 1)}…` : text

/** A workflow as a graph. The lists below it contain the same information. */
export default function WorkflowGraph(props: WorkflowGraphProps) {
  const { label, steps, transitions, statuses, chosen, onChoose } = props
  const { t } = useLingui()
  const arrow = useId()
  const { width, height, nodes, edges } = drawingOf(steps, transitions)
  const fromAny = new Set(
    transitions
      .filter(({ from_status_id }) => from_status_id === null)
      .map(({ to_status_id }) => to_status_id),
  )
  return (
    // A graph larger than the screen scrolls inside this section, so the keyboard must be able to focus it.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable region
    <section className="graph" aria-label={t`Graph of ${label}`} tabIndex={0}>
      <svg
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        style={{ minWidth: width * LEAST_SCALE }}
        role="img"
        aria-label={t`Graph of ${label}`}
      >
        <defs>
          <marker
            id={arrow}
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="7"
            markerHeight="7"
            orient="auto"
          >
            <path d="M0 0.5L7.5 4L0 7.5z" />
          </marker>
        </defs>
        {edges.map(({ id, path, x, y }) => {
          const name = transitions.find((one) => one.id === id)?.name ?? ''
          return (
            <g key={id} className={id === chosen ? 'edge chosen' : 'edge'} onPointerUp={() => onChoose?.(id)}>
              <title>{name}</title>
              <path d={path} className="reach" />
              <path d={path} markerEnd={`url(#${arrow})`} />
              <text x={x} y={y}>
                {short(name, 18)}
              </text>
            </g>
          )
        })}
        {nodes.map(({ id, x, y }) => {
          const status = statuses.find((one) => one.id === id)
          const step = steps.find(({ status_id }) => status_id === id)
          const name = status?.name ?? ''
          return (
            <g
              key={id}
              className={`node ${status?.category ?? ''}${step?.is_initial ? ' initial' : ''}`}
              transform={`translate(${x - nodeSize.width / 2} ${y - nodeSize.height / 2})`}
            >
              <title>{name}</title>
              <rect {...nodeSize} rx="8" />
              <text x={nodeSize.width / 2} y={nodeSize.height / 2}>
                {short(fromAny.has(id) ? `↪ ${name}` : name, 19)}
              </text>
            </g>
          )
        })}
      </svg>
      {fromAny.size > 0 && <p className="hint">{t`↪ can be entered from any status.`}</p>}
    </section>
  )
}

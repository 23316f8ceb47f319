import type { IssueWorkflowStatus, IssueWorkflowTransition } from '@commonhold/contract'
import { Graph, layout } from '@dagrejs/dagre'

const NODE = { width: 148, height: 38 }
const MARGIN = 16

/** The positions of the statuses and the transitions of a workflow, in pixels. */
export interface Drawing {
  readonly width: number
  readonly height: number
  readonly nodes: readonly { readonly id: string; readonly x: number; readonly y: number }[]
  readonly edges: readonly {
    readonly id: string
    readonly path: string
    readonly x: number
    readonly y: number
  }[]
}

/** The size of a status, in pixels. */
export const nodeSize = NODE

/** Lays out a workflow from top to bottom. Transitions from any status have no edge. */
export function drawingOf(
  steps: readonly IssueWorkflowStatus[],
  transitions: readonly IssueWorkflowTransition[],
): Drawing {
  const graph = new Graph({ multigraph: true })
  graph.setGraph({ rankdir: 'TB', nodesep: 40, ranksep: 30, marginx: MARGIN, marginy: MARGIN })
  for (const { status_id } of steps) graph.setNode(status_id, { ...NODE })
  const directed = transitions.flatMap(({ id, name, from_status_id, to_status_id }) =>
    from_status_id !== null && graph.hasNode(from_status_id) && graph.hasNode(to_status_id)
      ? [{ id, from: from_status_id, to: to_status_id, width: Math.min(name.length, 18) * 6.5 + 8 }]
      : [],
  )
  for (const { id, from, to, width } of directed)
    graph.setEdge(from, to, { width, height: 16, labelpos: 'c' }, id)
  layout(graph)
  const { width = 0, height = 0 } = graph.graph()
  return {
    width,
    height,
    nodes: steps.map(({ status_id }) => {
      const { x = 0, y = 0 } = graph.node(status_id)
      return { id: status_id, x, y }
    }),
    edges: directed.map(({ id, from, to }) => {
      const { points = [], x = 0, y = 0 } = graph.edge(from, to, id)
      return { id, path: pathThrough(points), x, y }
    }),
  }
}

interface Point {
  readonly x: number
  readonly y: number
}

/** The SVG path of a curve from the first point to the last, with a bend at each point between. */
function pathThrough(points: readonly Point[]): string {
  const [first, ...rest] = points
  const last = rest.at(-1)
  if (!first || !last) return ''
  const bends = rest.slice(0, -1).map((point, at) => {
    const next = rest[at + 1] ?? last
    const isLastBend = at === rest.length - 2
    const end = isLastBend ? next : { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 }
    return `Q${point.x} ${point.y} ${end.x} ${end.y}`
  })
  return `M${first.x} ${first.y}${bends.length > 0 ? bends.join('') : `L${last.x} ${last.y}`}`
}

import type { ConfigurationItem, ImpactedItem } from '@commonhold/contract'
import { Graph, layout } from '@dagrejs/dagre'

/** A box of the picture. `x` and `y` are the pixel coordinates of its center. */
export interface Box {
  readonly id: string
  readonly name: string
  readonly x: number
  readonly y: number
  readonly weight: number
  readonly isStart: boolean
}

/** The picture of an impact, in pixels. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly boxes: readonly Box[]
  /** The lines between the boxes. `path` is the `d` attribute of an SVG path. */
  readonly lines: readonly { readonly id: string; readonly path: string }[]
}

/** An edge of the library's graph. The library's own types do not resolve with Node's module resolution. */
interface Way {
  readonly v: string
  readonly w: string
}
interface Point {
  readonly x: number
  readonly y: number
}

export const BOX = { width: 172, height: 36 } as const

/** Pixels between two columns of boxes. */
const GAP = 52

/** Lays out an item and the items of its impact, from left to right. */
export function layOut(item: ConfigurationItem, impacted: readonly ImpactedItem[]): Picture {
  const graph = new Graph()
  graph.setGraph({ rankdir: 'LR', ranksep: GAP, nodesep: 14, marginx: 8, marginy: 8 })
  graph.setDefaultEdgeLabel(() => ({}))
  const members = [
    { id: item.id, name: item.name, weight: 10 },
    ...impacted.map(({ ci, weight }) => ({ id: ci.id, name: ci.name, weight })),
  ]
  for (const { id } of members) graph.setNode(id, { ...BOX })
  for (const { path } of impacted)
    path.slice(1).forEach((to, at) => {
      const from = path[at]
      if (from) graph.setEdge(from.id, to.id)
    })
  layout(graph)
  const { width = 0, height = 0 }: { readonly width?: number; readonly height?: number } = graph.graph()
  const ways: readonly Way[] = graph.edges()
  return {
    width,
    height,
    boxes: members.map(({ id, name, weight }) => {
      const { x, y }: Point = graph.node(id)
      return { id, name, weight, x, y, isStart: id === item.id }
    }),
    lines: ways.map((way) => {
      const { points }: { readonly points: readonly Point[] } = graph.edge(way)
      return {
        id: `${way.v} ${way.w}`,
        path: pathOf(graph.node(way.v), graph.node(way.w), points.slice(1, -1)),
      }
    }),
  }
}

/** A curve from the side of one box to the side of another. It is horizontal at both ends and at the points between. */
function pathOf(from: Point, to: Point, between: readonly Point[]): string {
  const half = from.x <= to.x ? BOX.width / 2 : -BOX.width / 2
  const isNext = Math.abs(to.x - from.x) < BOX.width + 2 * GAP
  const stops = [{ x: from.x + half, y: from.y }, ...(isNext ? [] : between), { x: to.x - half, y: to.y }]
  return stops
    .map(({ x, y }, at) => {
      const before = stops[at - 1]
      const place = `${x.toFixed(1)} ${y.toFixed(1)}`
      if (!before) return `M${place}`
      const middle = ((before.x + x) / 2).toFixed(1)
      return `C${middle} ${before.y.toFixed(1)} ${middle} ${y.toFixed(1)} ${place}`
    })
    .join('')
}

import type { ConfigurationItem, ImpactedItem } from '@commonhold/contract'
import { Graph, layout } from '@dagrejs/dagre'

/** A box of the picture: where its middle is. */
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
  /** The ways between the boxes, as data of SVG paths. */
  readonly lines: readonly { readonly id: string; readonly path: string }[]
}

/** What the library makes of the graph; its own types do not resolve under the rules of Node. */
interface Way {
  readonly v: string
  readonly w: string
}
interface Point {
  readonly x: number
  readonly y: number
}

export const BOX = { width: 150, height: 36 } as const

/** Lays out what an impact reaches, from the left to the right. */
export function layOut(item: ConfigurationItem, impacted: readonly ImpactedItem[]): Picture {
  const graph = new Graph()
  graph.setGraph({ rankdir: 'LR', ranksep: 56, nodesep: 14, marginx: 8, marginy: 8 })
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
        path: points.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join(''),
      }
    }),
  }
}

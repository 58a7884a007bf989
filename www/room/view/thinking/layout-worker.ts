/** Lays out the graph of thoughts, layer by layer, in a worker of its own: a large graph must not hold up the page. */
import { Graph, layout } from "@dagrejs/dagre";
import type { LayoutAnswer, LayoutRequest } from "./layout.ts";

onmessage = ({ data }: MessageEvent<LayoutRequest>) => {
  const graph = new Graph();
  graph.setGraph({ rankdir: "TB", nodesep: 18, ranksep: 44, marginx: 12, marginy: 12 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id, width, height } of data.nodes) graph.setNode(String(id), { width, height });
  for (const { from, to } of data.edges) graph.setEdge(String(from), String(to));
  layout(graph);
  const nodes = data.nodes.map(({ id }) => {
    const { x, y } = graph.node(String(id)) as { x: number; y: number };
    return { id, x, y };
  });
  const edges = data.edges.map(({ from, to }) => {
    const { points } = graph.edge(String(from), String(to)) as { points: { x: number; y: number }[] };
    return { from, to, points: points.map(({ x, y }) => ({ x, y })) };
  });
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number };
  postMessage({ number: data.number, nodes, edges, width, height } satisfies LayoutAnswer);
};

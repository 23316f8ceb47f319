/** Reads the metrics of a service at their port: the value by name, with its labels if it has any; NaN where it is missing. */
export async function readMetrics(port: number): Promise<(name: string) => number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const lines = text.split('\n')
  return (name) => Number(lines.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1))
}

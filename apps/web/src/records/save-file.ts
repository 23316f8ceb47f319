/** Saves a stream as a file, as a download of the browser. */
export async function saveFile(
  name: string,
  type: string,
  stream: ReadableStream<Uint8Array>,
): Promise<void> {
  const blob = await new Response(stream, { headers: { 'content-type': type } }).blob()
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}

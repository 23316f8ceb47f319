/** All records of a list, on however many pages: `every(api.issues.list.all(…))`. */
export async function every<T>(records: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const record of records) found.push(record)
  return found
}

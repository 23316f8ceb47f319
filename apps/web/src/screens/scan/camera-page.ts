/** What the address says while the camera is wanted. */
export const CAMERA = 'camera'

const SCREENS = /^\/t\/[\w-]+\/scan\/[a-z]+$/

/**
 * Whether this document may use the camera: the server allows it to the documents of these screens alone, and a
 * document keeps the policy with which it came, whatever screens it shows later.
 */
export function mayUseCamera(): boolean {
  const [document] = performance.getEntriesByType('navigation')
  return document !== undefined && SCREENS.test(new URL(document.name, location.href).pathname)
}

/** Loads the screen again as a document of its own, which may use the camera, and opens it there. */
export function loadWithCamera() {
  const address = new URL(location.href)
  address.searchParams.set(CAMERA, 'on')
  location.assign(address)
}

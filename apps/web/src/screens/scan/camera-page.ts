/** The search parameter that is `on` while the camera is open. */
export const CAMERA = 'camera'

const SCREENS = /^\/t\/[\w-]+\/scan\/[a-z]+$/

/**
 * True if this document may use the camera. The server allows it only for documents at the addresses of these screens, and a
 * document keeps its policy even if the router shows another screen.
 */
export function mayUseCamera(): boolean {
  const [document] = performance.getEntriesByType('navigation')
  return document !== undefined && SCREENS.test(new URL(document.name, location.href).pathname)
}

/** Loads the current address as a new document, which may use the camera, and opens the camera there. */
export function loadWithCamera() {
  const address = new URL(location.href)
  address.searchParams.set(CAMERA, 'on')
  location.assign(address)
}

interface Allowed {
  /** Whether the page may use the camera, and WebAssembly to read the codes in its images. */
  readonly camera: boolean
}

/** Headers of every answer. The page may only run its own scripts and connect to the API. */
export function securityHeaders(
  apiUrl: string | undefined,
  { camera }: Allowed = { camera: false },
): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    camera ? "script-src 'self' 'wasm-unsafe-eval'" : "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    apiUrl ? `connect-src 'self' ${new URL(apiUrl).origin}` : "connect-src 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ]
  return {
    'content-security-policy': policy.join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': `camera=${camera ? '(self)' : '()'}, geolocation=(), microphone=(), payment=(), usb=()`,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  }
}

/** Whether an address is one of the screens that have a frame of their own: of an organisation, or of the installation. */
export const isInside = (pathname: string): boolean => /^\/(t|operator)\//.test(pathname)

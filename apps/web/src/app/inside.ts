/** True for the screens of an organisation and of the installation, which have a separate frame. */
export const isInside = (pathname: string): boolean => /^\/(t|operator)\//.test(pathname)

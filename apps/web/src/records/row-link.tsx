import { Link, type LinkProps } from '@tanstack/react-router'

interface RowLinkProps {
  readonly link: LinkProps
  readonly children: string
}

/** The link from a row to the page of its record. A long name is cut; its tooltip shows all of it. */
export function RowLink({ link, children }: RowLinkProps) {
  return (
    <Link {...link} className="row-link" title={children}>
      {children}
    </Link>
  )
}

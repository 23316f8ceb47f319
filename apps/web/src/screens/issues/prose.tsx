import type { ReactNode } from 'react'

const ADDRESS = /(https?:\/\/[^\s<>"')\]]+)/

/** A text as it was written: its line breaks, and links for the addresses in it. */
export function Prose({ text }: { readonly text: string }) {
  const parts = text.split(ADDRESS).map<ReactNode>((part, at) =>
    ADDRESS.test(part) ? (
      <a key={`${at} ${part}`} href={part} rel="noreferrer nofollow" target="_blank">
        {part}
      </a>
    ) : (
      part
    ),
  )
  return <p className="prose">{parts}</p>
}

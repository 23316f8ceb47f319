import { useEffect, useLayoutEffect, useRef, useState } from 'react'

type Render = (text: string) => DocumentFragment

let loaded: Render | undefined
const load = async () => {
  loaded ??= (await import('./render-markdown.ts')).renderMarkdown
  return loaded
}

/** A text in Markdown. It is shown as typed until the code that renders it is loaded. */
export function Markdown({ text }: { readonly text: string }) {
  const place = useRef<HTMLDivElement>(null)
  const [render, setRender] = useState<Render | undefined>(() => loaded)
  useEffect(() => {
    // If the code cannot be loaded, the text stays as typed.
    load().then(
      (ready) => setRender(() => ready),
      () => undefined,
    )
  }, [])
  useLayoutEffect(() => {
    if (render) place.current?.replaceChildren(render(text))
  }, [render, text])
  if (!render) return <p className="prose">{text}</p>
  return <div ref={place} className="markdown" />
}

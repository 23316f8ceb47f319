import { Trans, useLingui } from '@lingui/react/macro'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { TextField } from './field.tsx'
import { Markdown } from './markdown.tsx'

/** A field for Markdown, with its label and a preview. */
export function MarkdownField(props: ComponentProps<typeof TextField>) {
  const { t } = useLingui()
  const { label } = props
  const place = useRef<HTMLDivElement>(null)
  const [preview, setPreview] = useState<string>()
  useEffect(() => {
    const form = place.current?.closest('form')
    const write = () => setPreview(undefined)
    form?.addEventListener('reset', write)
    return () => form?.removeEventListener('reset', write)
  }, [])
  const typed = () => place.current?.querySelector('textarea')?.value ?? ''
  // The error is shown below the field, so the preview is closed.
  const shown = props.error ? undefined : preview
  return (
    <div ref={place} className="markdown-field">
      <div hidden={shown !== undefined}>
        <TextField {...props} />
      </div>
      {shown !== undefined && (
        <section className="preview" aria-label={t`Preview of ${label}`}>
          {shown.trim() === '' ? (
            <p className="hint">
              <Trans>Nothing to preview.</Trans>
            </p>
          ) : (
            <Markdown text={shown} />
          )}
        </section>
      )}
      <div className="markdown-bar">
        <button
          type="button"
          className="button quiet small"
          aria-pressed={shown !== undefined}
          onClick={() => setPreview(shown === undefined ? typed() : undefined)}
        >
          <Trans>
            Preview<span className="unseen"> of {label}</span>
          </Trans>
        </button>
        <span className="hint">
          <Trans>Markdown: **bold**, *italic*, `code`</Trans>
        </span>
      </div>
    </div>
  )
}

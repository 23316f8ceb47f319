/** The logo (four plots within a hedge) and the name. */
export function Wordmark() {
  return (
    <span className="wordmark">
      <svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
        <rect x="1.5" y="1.5" width="29" height="29" rx="7" />
        <path d="M7 7h8v11H7zM18 7h7v6h-7zM18 16h7v9h-7zM7 21h8v4H7z" />
      </svg>
      <span>Commonhold</span>
    </span>
  )
}

/** A hidden placeholder for a section that may turn out to be empty. The styles hide the sections below it until it is loaded. */
export const awaited = (
  <div hidden>
    <span className="skeleton" />
  </div>
)

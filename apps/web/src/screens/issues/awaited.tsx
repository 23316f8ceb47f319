/** Stands for what may come or not, and takes no room: what is below it is shown once that is known. */
export const awaited = (
  <div hidden>
    <span className="skeleton" />
  </div>
)

import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '#web/ui/input/button.tsx'

interface FileDropPanelProps {
  isBusy: boolean
  onFile: (file: File) => void
}

/** Accepts one CSV file, chosen or dropped. */
export function FileDropPanel({ isBusy, onFile }: FileDropPanelProps) {
  const [isOver, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const take = (files: FileList | null) => {
    const [file] = files ?? []
    if (file && !isBusy) onFile(file)
    if (input.current) input.current.value = ''
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a target for dropping; the button inside does the same
    <div
      className={isOver ? 'drop-zone stack gap-8 over' : 'drop-zone stack gap-8'}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer.files)
      }}
    >
      <FileUp size={24} aria-hidden="true" className="quiet" />
      <Button type="primary" disabled={isBusy} onClick={() => input.current?.click()}>
        Choose a CSV file
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv"
        aria-label="CSV file"
        className="visually-hidden"
        tabIndex={-1}
        onChange={(event) => take(event.target.files)}
      />
      <p className="meta">or drop it here to upload</p>
    </div>
  )
}

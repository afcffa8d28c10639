import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** A window above the page. The browser keeps the focus in the window, and Escape closes it. */
export function Dialog(props: {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}) {
  const { title, onClose, children } = props;
  const own = useRef<HTMLDialogElement>(null);
  useEffect(() => own.current?.showModal(), []);
  return (
    <dialog ref={own} aria-label={title} onClose={onClose}>
      <div class="dialog-head">
        <h2>{title}</h2>
        <button type="button" class="quiet" aria-label="Close" onClick={() => own.current?.close()}>
          ✕
        </button>
      </div>
      {children}
    </dialog>
  );
}

/** Asks before an action that cannot be undone. */
export function Confirm(props: {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}) {
  const { title, text, action, onConfirm, onClose } = props;
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{text}</p>
      <div class="row end">
        <button type="button" onClick={onClose}>
          Keep it
        </button>
        <button
          type="button"
          class="danger"
          onClick={() => {
            onClose();
            onConfirm();
          }}
        >
          {action}
        </button>
      </div>
    </Dialog>
  );
}

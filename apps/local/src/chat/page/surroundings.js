const byId = (id) => document.getElementById(id);

/** The button that copies the command for another folder. */
export function setUpCopy() {
  const copy = byId('copy');
  copy.addEventListener('click', async () => {
    await navigator.clipboard.writeText(byId('command').textContent);
    copy.textContent = '已複製';
    setTimeout(() => (copy.textContent = '複製指令'), 2000);
  });
  // Browsers offer the clipboard to secure pages only; localhost counts as one.
  copy.hidden = navigator.clipboard === undefined;
}

/** On a narrow window the cards lie over the phone, and one of both is seen at a time. */
export function setUpPanel() {
  const [panel, open, close] = ['panel', 'open-panel', 'close-panel'].map(byId);
  const phone = document.querySelector('.phone');
  const show = (shown) => {
    panel.classList.toggle('open', shown);
    phone.inert = shown;
    open.setAttribute('aria-expanded', String(shown));
    (shown ? close : open).focus();
  };
  open.addEventListener('click', () => show(true));
  close.addEventListener('click', () => show(false));
  panel.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && panel.classList.contains('open')) show(false);
  });
  // A window that grows shows both again.
  matchMedia('(width >= 900px)').addEventListener('change', ({ matches }) => {
    if (matches && panel.classList.contains('open')) show(false);
  });
}

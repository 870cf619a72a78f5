// Marking with the pointer on a map that is being read: the part to keep, or cells of the picture's grid. What is
// marked goes into the form's fields, which do the same without a pointer.

const form = document.querySelector(".mapform");
const drawing = form?.querySelector(".mapview");
const tool = form?.querySelector(".maptool");

const field = (name) => form.elements.namedItem(name);
const has = (name) => field(name) !== null;
const SVG = "http://www.w3.org/2000/svg";

if (drawing && tool && has("crop_x")) start();

function start() {
  tool.hidden = false;
  const select = tool.querySelector("select");
  for (const option of [...select.options]) if (option.dataset.needs && !has(option.dataset.needs)) option.remove();
  const mark = document.createElementNS(SVG, "path");
  mark.setAttribute("class", "mark");
  drawing.append(mark);
  let from = null;

  drawing.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    from = at(event);
    drawing.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  drawing.addEventListener("pointermove", (event) => {
    if (from) draw(mark, box(from, at(event), select.value));
  });
  drawing.addEventListener("pointercancel", () => {
    from = null;
    draw(mark, null);
  });
  drawing.addEventListener("pointerup", (event) => {
    if (!from) return;
    const marked = box(from, at(event), select.value);
    from = null;
    if (select.value === "keep") keep(marked);
    else measure(marked, Number(select.value));
    draw(mark, marked);
  });
}

/** Where the pointer is, in cells. */
function at(event) {
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(drawing.getScreenCTM().inverse());
  return { x: point.x, y: point.y };
}

/** The rectangle between two points; of the part to keep in whole cells within the map. */
function box(a, b, what) {
  const found = { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), x2: Math.max(a.x, b.x), y2: Math.max(a.y, b.y) };
  if (what !== "keep") return found;
  const width = Number(drawing.dataset.width), height = Number(drawing.dataset.height);
  const within = (value, most) => Math.max(0, Math.min(most, value));
  return {
    x: within(Math.floor(found.x), width - 1), y: within(Math.floor(found.y), height - 1),
    x2: within(Math.ceil(found.x2), width), y2: within(Math.ceil(found.y2), height),
  };
}

function draw(mark, found) {
  mark.setAttribute("d", found ? `M${found.x} ${found.y}H${found.x2}V${found.y2}H${found.x}z` : "");
}

function keep(found) {
  set("crop_x", found.x);
  set("crop_y", found.y);
  set("crop_w", Math.max(1, found.x2 - found.x));
  set("crop_h", Math.max(1, found.y2 - found.y));
}

/** A marked square of so many cells a side says how large a cell is, and where the first one begins. */
function measure(found, cells) {
  const now = Object.fromEntries(["left", "top", "across", "down"].map((name) => [name, Number(drawing.dataset[name])]));
  const across = ((found.x2 - found.x) * now.across) / cells, down = ((found.y2 - found.y) * now.down) / cells;
  if (across < 2 || down < 2) return;
  const left = now.left + found.x * now.across, top = now.top + found.y * now.down;
  set("across", across.toFixed(2));
  set("down", down.toFixed(2));
  set("left", (left - Math.floor(left / across) * across).toFixed(1));
  set("top", (top - Math.floor(top / down) * down).toFixed(1));
}

function set(name, value) {
  field(name).value = value;
}

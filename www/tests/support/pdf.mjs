// A PDF of one page with one line of text (ISO 32000-2, 7.5).

/** Returns a file that shows `words`, with `info` in its information dictionary. */
export function pdfOf(words, info = "") {
  const content = `BT /F1 11 Tf 72 700 Td (${words}) Tj ET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [4 0 R] /Count 1 >>",
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents 5 0 R >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    `<< ${info} >>`,
  ];
  let file = "%PDF-1.7\n";
  const places = objects.map((object, index) => {
    const at = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, "0")} 00000 n \n`;
  });
  const start = file.length;
  const trailer = `<< /Size ${objects.length + 1} /Root 1 0 R /Info ${objects.length} 0 R >>`;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join("")}trailer\n${trailer}\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, "latin1");
}
